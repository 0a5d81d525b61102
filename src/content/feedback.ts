export const feedback = {
  heading: "We'd love to hear from you",
  thanks: 'Thank you for your feedback! We appreciate your thoughts.',
};
