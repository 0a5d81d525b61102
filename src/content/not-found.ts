export const notFoundTexts = {
  heading: '404 - Page Not Found',
  text: "Sorry, the page you were looking for doesn't exist.",
  unchecked: 'You are offline, so we cannot check this address.',
  home: { to: '/', label: 'Go Home' },
  picture: {
    src: '/pictures/not-found.svg',
    alt: 'One sock clipped to a hanger; its partner is only a dotted outline',
  },
};
