import { fees } from './fees.ts';
import type { UntilOpening } from './until-opening.ts';

/** The descriptions of the pages that search engines and link previews show, by path. */
export const metaDescriptions: Readonly<Record<string, string>> = {
  '/': 'Shop directly from verified apparel brands: no resellers, no ads, no tracking. pear is not open yet. Join the waitlist for early access.' satisfies UntilOpening,
  '/mission':
    'Clothes should come from the people who make them. Read why pear leaves out resellers, ads and tracking, and who we are.',
  '/careers':
    'Do you have a question about pear, or want to join the team? Leave your name, your email and a few lines. We write back to you.',
  '/faq':
    'Short answers about pear for shoppers and for brands: who sells and ships, who receives your data, what it costs, when it opens.' satisfies UntilOpening,
  '/advantage':
    'How pear works with first-party data and AI: shorter routes, demand forecasting, and targeting by context instead of cookies.',
  '/about':
    'Five values decide how pear is built: logistics, fair prices, transparency, consumers first, and technology that suits brands.',
  '/brands': `Sell directly on pear for a transaction fee of ${fees.range}. Keep control of products, prices and orders, and learn from first-party data.`,
  '/consumer':
    'You decide which brands you see and what you share. pear brings them into one feed, and your data goes only where you say.',
  '/feedback':
    'Tell pear what works, what does not and what is missing. Your name, your email and a message are all that this form asks for.',
  '/waitlist':
    'Be the first to join pear: leave your email and your favorite brand for early access. You must be 18 or older. It works offline, too.' satisfies UntilOpening,
  '/brandSignup':
    'Do you make clothes, and want to sell them directly on pear? Leave your name, your email and your company, and we get in touch.',
  '/feed':
    'What a feed on pear looks like: apparel brands in one place, each selling its own clothes. All of these brands are invented.',
  '/takebackcontrol':
    'Large retail, search and social companies stand between you and your clothes. Read what changes when you buy from the brand itself.',
  '/404': "Sorry, the page you were looking for doesn't exist.",
};
