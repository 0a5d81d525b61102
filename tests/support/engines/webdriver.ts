/** As much of W3C WebDriver as the tests need, over fetch. */
export class WebDriverSession {
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly driver: string,
    readonly id: string,
  ) {}

  static async start(
    driver: string,
    capabilities: object,
  ): Promise<WebDriverSession> {
    const { sessionId } = await ask<{ sessionId: string }>(
      `${driver}/session`,
      'POST',
      { capabilities: { alwaysMatch: capabilities } },
    );
    return new WebDriverSession(driver, sessionId);
  }

  /**
   * Sends commands to one window, none of another window's in between: which
   * window a command means is a state of the session.
   */
  within<T>(window: string, work: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      await this.command('POST', 'window', { handle: window });
      return work();
    });
  }

  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.catch(() => undefined).then(work);
    this.#last = turn;
    return turn;
  }

  command<T>(method: string, path: string, body?: object): Promise<T> {
    return ask<T>(`${this.driver}/session/${this.id}/${path}`, method, body);
  }

  /** Runs a function in the current window and waits for its promise. */
  async run<Result>(work: string, argument: unknown): Promise<Result> {
    const { value, error } = await this.command<{
      value: Result;
      error?: string;
    }>('POST', 'execute/async', {
      script: `
        const [argument, done] = arguments;
        Promise.resolve()
          .then(() => (${work})(argument))
          .then((value) => done({ value }), (e) => done({ error: String(e) }));
      `,
      args: [argument ?? null],
    });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  async end(): Promise<void> {
    await ask(`${this.driver}/session/${this.id}`, 'DELETE').catch(() => {});
  }
}

async function ask<T>(url: string, method: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const { value } = (await response.json()) as { value: T };
  if (response.ok) return value;
  const { error, message } = value as { error?: string; message?: string };
  throw new Error(`WebDriver: ${error}: ${message}`);
}
