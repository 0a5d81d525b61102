const key = 'pear_user_email';

/** The email of the last waitlist signup on this device, or ''. */
export function rememberedEmail(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(key, email);
  } catch {
    // Storage may be full or forbidden: then feedback asks for the email.
  }
}
