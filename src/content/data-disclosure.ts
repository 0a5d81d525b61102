/** Texts under every form. Each form's definition adds texts of that form. */
export const dataDisclosureTexts = {
  title: 'What happens to what I send?',
  typing: {
    title: 'While you type',
    text: 'It is a draft in this tab until you send it or close the tab, and a browser that restores its tabs restores it. If you have installed this site as an app, the draft stays for up to seven days of use.',
  },
  sent: {
    title: 'After you send it',
    text: 'If there is enough storage, this device keeps it until it has reached us or you discard it. If it has to wait, keep this site open or come back: some browsers send nothing while the site is closed. Once it is sent, only a note that it was sent stays here, not your words. A private window forgets all of this when it closes, even what was not sent yet.',
  },
  received: 'Who gets it',
  stored: 'Google stores it for us. Nobody else gets what you send.',
  erase: {
    before: 'To have it erased, ',
    link: 'write to us',
    after: ' and give the same email.',
  },
};
