export const noticeTexts = {
  offline: 'You are offline.',
  kept: 'What you send is saved on this device until it can be sent.',
  online: 'You are online again.',
  /** Each button to close says what it closes, because several can show at once. */
  closeOffline: 'Close the offline notice',
  closeUpdate: 'Close the update notice',
  closeInstall: 'Close the install notice',
  update: 'A new version is ready.',
  updating: 'The page reloads in a moment.',
  reload: 'Reload',
  install: 'Install app',
  installed: 'Installed. You will find pear among your apps.',
  installByHand:
    'To install pear, open the share menu and choose Add to Home Screen.',
};
