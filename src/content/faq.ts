export const faq = { heading: 'FAQs' };
