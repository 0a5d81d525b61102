/** Texts under every form. Each form's definition adds texts of that form. */
export const dataDisclosureTexts = {
  title: 'What happens to what I send?',
  typing: {
    title: 'While you type',
    text: 'It is a draft in this tab until you send it or close the tab; the installed app keeps it for up to seven days.',
  },
  sent: {
    title: 'After you send it',
    text: 'If there is room, this device keeps it until it has reached us or you discard it. Some browsers send it only while this site is open: keep the site open, or come back. Once it is sent, only a note of that stays here, not your words. A private window forgets all of this when it closes, even what was not sent yet.',
  },
  received: 'Who gets it',
  stored: 'Google stores it for us. Nobody else gets what you send.',
  erase: {
    before: 'To have it erased, ',
    link: 'write to us',
    after: ' and give the same email.',
  },
};
