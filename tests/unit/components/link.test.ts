import { expect, test, vi } from 'vitest';
import { Link } from '../../../src/components/link.tsx';

vi.mock('react-router-dom', () => ({
  useHref: (to: string) => to,
  useLinkClickHandler: () => () => undefined,
}));

test.each([
  { to: '/faq', isHandled: true },
  { to: '/about#price', isHandled: true },
  { to: '/downloads/fees.pdf', isHandled: false },
])(
  'the router handles a click on a link to $to: $isHandled',
  ({ to, isHandled }) => {
    const { href, onClick } = Link({ to }).props;
    expect(href).toBe(to);
    expect(onClick !== undefined).toBe(isHandled);
  },
);
