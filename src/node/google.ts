import { failureIn } from './records/firestore-error.ts';
import { parseAnswer } from './records/remote.ts';
import { UserError } from './user-error.ts';

/** Resolves to the headers that give the right to what is asked. */
export type Authorize = () => Promise<Readonly<Record<string, string>>>;

const timeLimit = 60_000;

/**
 * Asks one of Google's interfaces; returns undefined where nothing is found,
 * and throws a UserError where it does not comply.
 */
export async function askGoogle<Answer extends object>(
  authorize: Authorize,
  method: 'GET' | 'PATCH' | 'POST',
  url: string,
  body?: object,
): Promise<Answer | undefined> {
  const failed = (why: unknown) =>
    new UserError(`${method} ${url.replace(/\?.*/, '')}: ${why}.`);
  const type = { 'content-type': 'application/json' };
  const headers = { ...(await authorize()), ...type };
  try {
    const answer = await fetch(url, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(timeLimit),
    });
    const { status } = answer;
    const found = parseAnswer(await answer.text());
    if (status === 200 && found) return found as Answer;
    if (status === 404 && method === 'GET') return undefined;
    const words = failureIn(found)?.status;
    throw failed(words ? `${status} ${words}` : status);
  } catch (error) {
    throw error instanceof UserError ? error : failed(error);
  }
}
