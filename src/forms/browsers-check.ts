const fallback = 'Please enter a valid email address.';

/**
 * What the browser finds wrong with an address, in the visitor's language; ''
 * where nothing is. Asked of a field of its own: bubbles at a form's field
 * vanish, and Firefox for Android shows none.
 */
export function browsersCheck(address: string): string {
  const field = document.createElement('input');
  field.type = 'email';
  field.value = toAscii(address);
  return field.checkValidity() ? '' : field.validationMessage || fallback;
}

/** Safari's check knows other scripts' domains only as they are sent. */
function toAscii(address: string): string {
  const [, user, domain = ''] =
    /^(.*)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  try {
    return user ? `${user}@${new URL(`http://${domain}`).hostname}` : address;
  } catch {
    return address;
  }
}
