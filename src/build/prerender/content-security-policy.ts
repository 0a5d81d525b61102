import { firestoreOrigin } from '../../node/settings.ts';

export interface PolicyInput {
  styleHash: string;
  scriptHashes: readonly string[];
  /** The Firebase project's id. Without an id, forms send to the site's own origin. */
  project: string | undefined;
  hasAnalytics: boolean;
}

const tagManager = 'https://www.googletagmanager.com';
const analyticsOrigins = [
  tagManager,
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://firebase.googleapis.com',
  'https://firebaseinstallations.googleapis.com',
];

export function renderPolicy(input: PolicyInput): string {
  const { styleHash, scriptHashes, project, hasAnalytics } = input;
  const ifAnalytics = (...sources: string[]) => (hasAnalytics ? sources : []);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scriptHashes, ...ifAnalytics(tagManager)],
    'style-src': ["'self'", styleHash],
    'img-src': ["'self'", 'data:', ...ifAnalytics(...analyticsOrigins)],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      // A path with a trailing slash permits every path that starts with it.
      ...(project ? [`${firestoreOrigin}/v1/projects/${project}/`] : []),
      ...ifAnalytics(...analyticsOrigins),
    ],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    // app/trusted-types.ts creates the first policy. Firebase creates the second policy.
    'trusted-types': ['pear', ...ifAnalytics('firebase-js-sdk-policy')],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
