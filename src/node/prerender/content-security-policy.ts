import { firestoreOrigin } from '../settings.ts';

export interface PolicyInput {
  styleHash: string;
  inlineScripts: readonly string[];
  /** The Firebase project's id; without one the site speaks to its origin. */
  project: string | undefined;
  hasAnalytics: boolean;
}

const tagManager = 'https://www.googletagmanager.com';
const analytics = [
  tagManager,
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://firebase.googleapis.com',
  'https://firebaseinstallations.googleapis.com',
];

/** The page's Content-Security-Policy: our origin and what is configured. */
export function contentPolicy(input: PolicyInput): string {
  const { styleHash, inlineScripts, project, hasAnalytics } = input;
  const counting = (...sources: string[]) => (hasAnalytics ? sources : []);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScripts, ...counting(tagManager)],
    'style-src': ["'self'", styleHash],
    'img-src': ["'self'", 'data:', ...counting(...analytics)],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      // A path that ends in a slash stands for all below it.
      ...(project ? [`${firestoreOrigin}/v1/projects/${project}/`] : []),
      ...counting(...analytics),
    ],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    // The worker's address is ours; the other one is the analytics client's.
    'trusted-types': ['pear-worker', ...counting('firebase-js-sdk-policy')],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
