/** What apps add to the name of Safari's engine when they show a page. */
const apps =
  /\b(FBAN|FBAV|Instagram|Line|GSA|Snapchat|Twitter|Pinterest|LinkedInApp|MicroMessenger|Telegram)\b/;

/** Where the share menu installs: not in the views of other apps. */
export function isIosBrowser(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos =
    /iPhone|iPad|iPod/.test(userAgent) ||
    (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const isBrowser = /\bSafari\//.test(userAgent) && !apps.test(userAgent);
  return (
    isIos &&
    isBrowser &&
    (navigator as { standalone?: boolean }).standalone === false
  );
}
