import { listenEarly } from './early-input.ts';
import { loadAfterPaint } from './loader.ts';

// The script in each static page's own text, after the page's code as JSON.
listenEarly();
const code = document.querySelector('script[type="application/json"]');
loadAfterPaint(JSON.parse(code?.textContent ?? ''));
