/**
 * Real domains that people have mail at, put together for the tests from what
 * is known of providers, networks, universities and companies of all countries.
 */
export const realDomains = `
gmail.com googlemail.com google.com yahoo.com ymail.com rocketmail.com
myyahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca
yahoo.com.br yahoo.co.in yahoo.in yahoo.com.au yahoo.co.jp yahoo.com.mx
yahoo.com.ar yahoo.com.sg yahoo.com.hk yahoo.com.tw yahoo.com.ph yahoo.com.my
yahoo.com.vn yahoo.com.tr yahoo.com.co yahoo.com.pe yahoo.com.ve yahoo.com.cn
yahoo.cn yahoo.cl yahoo.co.id yahoo.co.th yahoo.co.nz yahoo.co.za yahoo.co.kr
yahoo.co.il yahoo.ie yahoo.gr yahoo.pl yahoo.ro yahoo.se yahoo.dk yahoo.no
yahoo.nl yahoo.be yahoo.at yahoo.pt yahoo.fi yahoo.hu yahoo.cz yahoo.ne.jp
hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es
hotmail.nl hotmail.be hotmail.se hotmail.no hotmail.dk hotmail.fi hotmail.gr
hotmail.ch hotmail.at hotmail.ca hotmail.cl hotmail.co.jp
hotmail.co.nz hotmail.co.th hotmail.co.za hotmail.co.il hotmail.co.kr
hotmail.com.ar hotmail.com.au hotmail.com.br hotmail.com.tr hotmail.com.hk
hotmail.com.tw hotmail.com.vn hotmail.cz hotmail.hu hotmail.rs hotmail.sk
hotmail.sg hotmail.my hotmail.ph hotmail.lt hotmail.lv hotmail.ru
outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.pt outlook.be
outlook.dk outlook.ie outlook.at outlook.cl outlook.cz outlook.hu outlook.in
outlook.jp outlook.kr outlook.lv outlook.my outlook.ph outlook.sa outlook.sg
outlook.sk outlook.co.id outlook.co.il outlook.co.nz outlook.co.th
outlook.com.ar outlook.com.au outlook.com.br outlook.com.gr outlook.com.tr
outlook.com.vn live.com live.co.uk live.nl live.fr live.de live.it live.be
live.ca live.se live.no live.dk live.at live.ch live.cl live.cn live.ie
live.in live.jp live.ru live.hk live.co.kr live.co.za live.com.au live.com.ar
live.com.mx live.com.my live.com.pt live.com.ph live.com.sg livemail.tw
msn.com msn.cn passport.com windowslive.com icloud.com me.com mac.com
aol.com aol.co.uk aol.de aol.fr aol.it aim.com love.com verizon.net
proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de
tutamail.com tuta.io tuta.com keemail.me hey.com fastmail.com fastmail.fm
fastmail.net fastmail.co.uk sent.com zoho.com zohomail.com zoho.eu zoho.in
hushmail.com hush.com mailbox.org posteo.de posteo.net disroot.org riseup.net
autistici.org startmail.com runbox.com mailfence.com ctemplar.com kolabnow.com
mail.com email.com usa.com myself.com consultant.com post.com europe.com
engineer.com asia.com iname.com writeme.com dr.com cheerful.com accountant.com
techie.com linuxmail.org mail.org inbox.com inbox.lv inbox.ru gmx.com gmx.de
gmx.net gmx.at gmx.ch gmx.co.uk gmx.us gmx.fr gmx.es gmx.it gmx.eu gmx.info
gmx.biz gmx.org web.de t-online.de freenet.de arcor.de online.de 1und1.de
ionos.de vodafone.de kabelmail.de unitybox.de email.de mail.de online.ms
onlinehome.de netcologne.de ewetel.net ewe.net osnanet.de versanet.de
htp-tel.de o2online.de alice-dsl.net alice.de genion.de lycos.de uni.de
firemail.de directbox.com bluewin.ch sunrise.ch hispeed.ch vtxmail.ch
swissonline.ch aon.at chello.at a1.net utanet.at inode.at kabsi.at
orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr cegetel.net
numericable.fr club-internet.fr bbox.fr aliceadsl.fr voila.fr gmx.li
libero.it virgilio.it alice.it tin.it tim.it tiscali.it fastwebnet.it
inwind.it iol.it blu.it email.it poste.it aruba.it pec.it teletu.it
telefonica.net terra.es ono.com movistar.es euskaltel.net jazztel.es
sapo.pt netcabo.pt clix.pt iol.pt mail.telepac.pt ziggo.nl kpnmail.nl
kpnplanet.nl planet.nl home.nl hetnet.nl xs4all.nl upcmail.nl casema.nl
chello.nl tele2.nl zonnet.nl quicknet.nl solcon.nl telenet.be skynet.be
proximus.be voo.be scarlet.be belgacom.net pandora.be pt.lu btinternet.com
btopenworld.com btconnect.com talktalk.net talk21.com sky.com virginmedia.com
virgin.net blueyonder.co.uk ntlworld.com tiscali.co.uk plus.net plus.com
o2.co.uk orange.net orangehome.co.uk wanadoo.co.uk freeserve.co.uk
tesco.net supanet.com lineone.net fsmail.net zen.co.uk eircom.net
vodafone.ie iol.ie bigpond.com bigpond.net.au optusnet.com.au iinet.net.au
internode.on.net tpg.com.au westnet.com.au dodo.com.au ozemail.com.au
aapt.net.au adam.com.au xtra.co.nz slingshot.co.nz paradise.net.nz
ihug.co.nz vodafone.co.nz actrix.co.nz rogers.com shaw.ca telus.net bell.net
sympatico.ca videotron.ca cogeco.ca eastlink.ca nb.sympatico.ca mts.net
sasktel.net teksavvy.com comcast.net xfinity.com att.net sbcglobal.net
bellsouth.net pacbell.net ameritech.net swbell.net snet.net prodigy.net
cox.net charter.net spectrum.net rr.com twc.com roadrunner.com optonline.net
optimum.net cablevision.com frontier.com frontiernet.net earthlink.net
mindspring.com centurylink.net centurytel.net embarqmail.com q.com qwest.net
windstream.net juno.com netzero.net netzero.com peoplepc.com suddenlink.net
cableone.net mediacombb.net insightbb.com wowway.com rcn.com hughes.net
excite.com lycos.com netscape.net compuserve.com cs.com mail.ru bk.ru
list.ru internet.ru yandex.ru yandex.com ya.ru yandex.by yandex.kz yandex.ua
narod.ru rambler.ru lenta.ru ro.ru autorambler.ru myrambler.ru qip.ru pochta.ru
ukr.net i.ua meta.ua bigmir.net email.ua tut.by wp.pl o2.pl onet.pl
op.pl poczta.onet.pl interia.pl interia.eu gazeta.pl tlen.pl poczta.fm
vp.pl autograf.pl go2.pl seznam.cz email.cz centrum.cz atlas.cz volny.cz
post.cz azet.sk centrum.sk zoznam.sk post.sk freemail.hu citromail.hu
t-online.hu upcmail.hu vipmail.hu abv.bg mail.bg dir.bg gbg.bg net.hr
hi.t-com.hr inet.hr siol.net t-2.net telia.com tele2.se comhem.se bredband.net
spray.se home.se glocalnet.net online.no broadpark.no getmail.no lyse.net
tdcadsl.dk mail.dk ofir.dk stofanet.dk webspeed.dk jubii.dk elisanet.fi
luukku.com kolumbus.fi suomi24.fi welho.com pp.inet.fi saunalahti.fi otenet.gr
forthnet.gr mail.gr in.gr walla.co.il walla.com bezeqint.net netvision.net.il
012.net.il zahav.net.il mynet.com ttmail.com superonline.com turk.net
qq.com vip.qq.com foxmail.com 163.com 126.com yeah.net vip.163.com sina.com
sina.cn sohu.com tom.com 21cn.com 139.com 189.cn aliyun.com 263.net
naver.com hanmail.net daum.net nate.com kakao.com korea.com paran.com
hanmir.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp i.softbank.jp nifty.com
ocn.ne.jp biglobe.ne.jp so-net.ne.jp plala.or.jp excite.co.jp infoseek.jp
rediffmail.com sify.com indiatimes.com in.com vsnl.com vsnl.net bsnl.in
airtelmail.in pldtdsl.net singnet.com.sg starhub.net.sg pacific.net.sg
streamyx.com tm.net.my netvigator.com hinet.net pchome.com.tw seed.net.tw
vnn.vn fpt.vn telkom.net indosat.net.id uol.com.br bol.com.br terra.com.br
ig.com.br globo.com globomail.com oi.com.br r7.com zipmail.com.br
superig.com.br fibertel.com.ar arnet.com.ar speedy.com.ar ciudad.com.ar
prodigy.net.mx cantv.net une.net.co etb.net.co mweb.co.za telkomsa.net
webmail.co.za vodamail.co.za iafrica.com lantic.net
harvard.edu mit.edu stanford.edu berkeley.edu ucla.edu nyu.edu columbia.edu
umich.edu cornell.edu asu.edu gatech.edu utoronto.ca mcgill.ca ubc.ca
ox.ac.uk cam.ac.uk ucl.ac.uk ed.ac.uk ethz.ch epfl.ch tum.de kit.edu
rwth-aachen.de uni-hamburg.de univie.ac.at kuleuven.be tudelft.nl uva.nl ku.dk
unimelb.edu.au anu.edu.au u-tokyo.ac.jp snu.ac.kr nus.edu.sg iitb.ac.in
tsinghua.edu.cn usp.br unam.mx
verizonmedia.com amazon.com apple.com microsoft.com ibm.com
siemens.com nestle.com unilever.com deloitte.com ey.com pwc.com mckinsey.com
`
  .trim()
  .split(/\s+/);

/** Names that companies have or could have, close to a provider's. */
export const lookalikes = `
gail.com grail.com mail.co cloud.com loud.com icloud.net clouds.com iclouds.io
outbook.com outlooks.co.uk outlook.studio onlook.com outlock.de hotmart.com
hotmaids.com hotmail.agency hotel.com hotmall.co.uk rotmail.com yaroo.com
yahood.org yoo.com yah.com ahoy.com gmaps.com gmac.com gamail.net gmainc.com
gmail.studio gmall.ae small.com amail.com bmail.com cmail.com dmail.com
fmail.com hmail.com imail.com jmail.com kmail.com qmail.com tmail.com vmail.com
wmail.com xmail.com zmail.com email.co emails.com aon.com all.com aod.com
aola.com ao.com ail.com alo.com life.com line.com love.com olive.com lives.com
live.org alive.com give.com five.com dive.com mns.com msc.com man.com mse.com
men.com mme.com men.de web.dev weber.de web.eu wed.de webb.de wdb.de gms.de
gmc.de gmk.de gnx.de gmbh.de gmp.de gmd.de mx.de t-home.de tonline.co.uk
online.com mail.ro mail.rs mall.ru main.ru male.ru mali.ru yandex.io index.ru
yanex.de dex.ru orange.com oranges.fr range.fr arrange.fr orange.it grange.fr
comcast.com comcat.org concast.com comcasts.org horizon.net verizon.com
verison.com proton.com protons.me photon.me croton.me protonmail.org proto.me
me.net mi.com ms.com mc.com my.com pears.co pear.cm loom.om loom.co.uk
`
  .trim()
  .split(/\s+/);

/** Fifteen misspellings of each of the twenty commonest domains. */
export const misspellings: Readonly<Record<string, string>> = {
  'gmail.com': `gmial.com gmai.com gmal.com gnail.com gamil.com gmaill.com
    gmail.con gmail.co gmail.cm gmil.com gmali.com gmaul.com gmailcom ggmail.com
    gmial.con`,
  'yahoo.com': `yaho.com yahooo.com yhoo.com yahoo.con yahoo.co yaoo.com
    yahho.com yhaoo.com yahpo.com yaboo.com yahoo.cm yahoocom yahoo.vom
    yahio.com yagoo.com`,
  'hotmail.com': `hotmial.com hotmai.com hotmal.com hotnail.com hotmaill.com
    hotmail.con hotmail.co homtail.com htomail.com hotmil.com hotmali.com
    hotmaik.com hotamil.com hotmailcom hotmeil.com`,
  'outlook.com': `outlok.com outloook.com outlook.con outlook.co oulook.com
    outllok.com outlool.com otulook.com outtlook.com outlook.cm outlokk.com
    outlookcom outlook.comm outloo.com oultook.com`,
  'icloud.com': `iclod.com icoud.com icloud.con icloud.co iclou.com iclould.com
    icould.com iclud.com iclooud.com ixloud.com icloud.cm icluod.com iclouf.com
    icloudcom icloyd.com`,
  'aol.com': `aol.con aol.co aol.cm aol.cmo aol.comm aol.vom aol.ocm aolcom
    aol.om aol.cpm aol.xom aol.coom aoll.com ail.com aol.clm`,
  'live.com': `live.con live.co live.cm live.cmo live.comm live.vom live.ocm
    livecom live.om live.cpm live.xom live.coom livee.com liv.com live.cim`,
  'msn.com': `msn.con msn.co msn.cm msn.cmo msn.comm msn.vom msn.ocm msncom
    msn.om msn.cpm msn.xom msn.coom mns.com msnn.com msn.comn`,
  'comcast.net': `comcat.net comast.net comcast.ner comcast.nett concast.net
    comcst.net comcats.net comcast.nte comcastnet comcasst.net cmocast.net
    commcast.net comcadt.net comcast.ne comcaat.net`,
  'googlemail.com': `googlemial.com googlmail.com googlemai.com googelmail.com
    googlemail.con googlemail.co googlemal.com goglemail.com googlemaill.com
    gooogle.com googlenail.com goolgemail.com googlemil.com googlemail.cm
    gogglemail.com`,
  'protonmail.com': `protonmial.com protonmai.com protonmal.com protomail.com
    protonnmail.com protonmail.con protonmail.co protnmail.com prtonmail.com
    protonmali.com protonmaill.com protonmeil.com porotnmail.com protonmailcom
    protinmail.com`,
  'gmx.de': `gmx.dee gmx.ed gmx.dr gmx.dw gmx.d gmxde gmx.fe gmx.se gmxx.de
    gxm.de gmc.de gnx.de mgx.de gms.de ggmx.de`,
  'web.de': `web.dee web.ed web.dr web.dw web.d webde web.fe web.se webb.de
    wbe.de eb.de wrb.de wen.de wev.de qeb.de`,
  't-online.de': `t-onlin.de t-onlien.de t-onlime.de t-onine.de t-olnine.de
    t-online.ed t-online.dee t-online.dr tonline.de t.online.de t-onlne.de
    t-onilne.de t-oline.de t-onlinee.de t-onlinede`,
  'yandex.ru': `yandx.ru yandeks.ru yadnex.ru yandec.ru ynadex.ru yandex.ri
    yandex.ur yandexru yandexx.ru yanex.ru yamdex.ru yandez.ru yande.ru
    yandex.rru yaandex.ru`,
  'mail.ru': `mail.ri mail.ur mail.rru mail.r mailru mial.ru mai.ru mal.ru
    maill.ru mali.ru mil.ru nail.ru mail.ruu maik.ru mqil.ru`,
  'hotmail.co.uk': `hotmial.co.uk hotmai.co.uk hotmal.co.uk hotmail.co.ku
    hotmail.couk hotmail.co.ik hotmil.co.uk hotmali.co.uk hotnail.co.uk
    hotmaill.co.uk hotmail.co.u hotmail.co.k hotmail.cou.k hotmail.coo.uk
    hotmail.c.uk`,
  'yahoo.co.uk': `yaho.co.uk yahooo.co.uk yhoo.co.uk yahoo.co.ku yahoo.couk
    yahoo.co.ik yaoo.co.uk yhaoo.co.uk yahpo.co.uk yahoo.co.u yahoo.co.k
    yahoo.cou.k yahoo.coo.uk yahoo.c.uk yahho.co.uk`,
  'orange.fr': `orange.ft orange.frr orange.rf orange.f orangefr ornage.fr
    orage.fr orane.fr orangee.fr oarnge.fr ornge.fr oramge.fr orange.fe
    orang.fr prange.fr`,
  'verizon.net': `verizn.net verion.net verizon.ner verizon.nett verzion.net
    veriozn.net verizom.net verison.net verizon.nte verizonnet verizzon.net
    veizon.net varizon.net verizob.net verixon.net`,
};
