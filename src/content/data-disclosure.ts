/** Texts under every form. Each form's definition adds texts of that form. */
export const dataDisclosureTexts = {
  title: 'What happens to what I send?',
  typing: {
    title: 'While you type',
    text: 'It is a draft in this tab until you send it or close the tab; the installed app keeps it for up to seven days.',
  },
  sent: {
    title: 'After you send it',
    text: 'It is kept on this device, where there is room, until it has reached us or you discard it. Some browsers send it only while a page of this site is open: keep it open, or come back. Then a note stays here that it was sent, without your words. A private window forgets all of this when it closes, also what was not sent yet.',
  },
  received: 'Who gets it',
  stored: 'Nobody else gets what you send. Google runs our database for us.',
  erase: {
    before: 'To have it erased, ',
    link: 'write to us',
    after: ' and name the email you gave.',
  },
};
