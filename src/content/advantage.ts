import { brandContactLink } from './footer.ts';

export const advantageTexts = {
  heading: 'AI Advantage',
  lead: 'AI that works for the person wearing the clothes, and for the people making them.',
  cards: {
    'Logistics routing':
      'The AI looks for the shortest way from the brand to your door. With no reseller in between, there are fewer detours to begin with.',
    'First-party data AI':
      'It learns from what shoppers themselves choose to share: views, clicks, saves and purchases. Nothing is bought from a data broker.',
    'Demand forecasting':
      'Saved today, wanted tomorrow. Brands see what people are about to look for, and can make just enough.',
    'Contextual targeting without cookies':
      'What you see depends on what you ask for and what you share. No cookie follows you.',
    'Optimization for all':
      'A better match helps both sides: you search less, the brand wastes less. A small label gets the same tools as a large one.',
    'AI-native architecture':
      'AI-native means built around AI from the start, not added to an old shop later. You ask, and the whole platform answers.',
    Differentiation:
      'Others use AI to guess what you might click on. pear uses it to do what you have asked, with the data you have agreed to share.',
  },
  next: {
    text: 'What could it do for your brand?',
    ...brandContactLink,
  },
};
