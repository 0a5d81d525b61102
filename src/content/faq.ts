const groups = [
  {
    id: 'shoppers',
    heading: 'For shoppers',
    items: [
      {
        question: 'What is pear?',
        answer:
          'A place to shop directly from verified apparel brands. You pick your favourite brands and get a feed made for you. There are no resellers, no ads and no tracking.',
      },
      {
        question: 'Who do I buy from?',
        answer:
          'From the brand itself. It sets the price, takes your order and ships it to you. Nobody buys the garment first to sell it on.',
      },
      {
        question: 'How does my feed know what I like?',
        answer:
          'You choose the brands, and you can ask the AI assistant for something in your own words. It learns from what you view, click, save and buy, as far as you agree to share it.',
      },
      {
        question: 'Who receives my data?',
        answer:
          'Only the brand you engage with. You control which data you share, and no other brand and no advertiser receives it.',
      },
      {
        question: 'When can I start?',
        answer:
          'pear is not open yet. Join the waitlist with your email and your favourite brand, and you are in line for early access. You must be 18 or older.',
      },
    ],
  },
  {
    id: 'brands',
    heading: 'For brands',
    items: [
      {
        question: 'What does pear cost my brand?',
        answer:
          'A transaction fee of 5%-7%, which means a share of each sale. Starter has a 7% fee, Growth a 5% fee, and for Enterprise we agree a custom one.',
      },
      {
        question: 'Who ships the orders?',
        answer:
          'You do. Fulfilment stays with your brand, and so do your products and your pricing.',
      },
      {
        question: 'What is the Brand Side Platform?',
        answer:
          'The BSP is your dashboard on pear. You upload products there, plan launches and budgets, and see first-party data: the views, clicks, saves and purchases of shoppers who chose to share them with you.',
      },
    ],
  },
];

export const faq = {
  heading: 'FAQs',
  lead: 'Short answers, in plain words.',
  groups,
  next: {
    text: 'Is your question missing?',
    to: '/careers',
    label: 'Ask us',
  },
};
