/**
 * A browser without scripts: one jar of cookies for a host, whatever the port, and redirects followed one by one. It signs in
 * where Latchkey's page would, by the call that the page makes.
 */
export class Visitor {
  readonly #jar = new Map<string, string>();

  /** Where the way ends, and what is there. An application's own scheme ends it, too. */
  async visit(address: string, init?: RequestInit): Promise<{ url: string; status: number; text: string }> {
    let url = address;
    let answer = await this.#load(url, init);
    for (let turn = 0; turn < 20 && answer.status >= 300 && answer.status < 400; turn++) {
      url = new URL(answer.headers.get('location') ?? '', url).href;
      if (!url.startsWith('http')) return { url, status: answer.status, text: '' };
      answer = await this.#load(url);
    }
    return { url, status: answer.status, text: await answer.text() };
  }

  /** Sends the page's only form as it is. */
  submit({ url, text }: { url: string; text: string }) {
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
    const fields = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]));
    return this.visit(new URL(action, url).href, { method: 'POST', body });
  }

  /** From Latchkey's sign-in page back to where it was asked for. */
  async signIn(page: string, person: { email: string; password: string }) {
    const { origin, searchParams } = new URL(page);
    const answer = await this.#load(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(person),
    });
    if (answer.status !== 200) throw new Error(`signing in: ${answer.status} ${await answer.text()}`);
    return this.visit(new URL(searchParams.get('returnTo') ?? '/', origin).href);
  }

  /** As a page of the application does it, at another origin than Latchkey's. */
  async signOut(latchkey: string, origin: string) {
    const answer = await this.#load(`${latchkey}/api/auth/logout`, {
      method: 'POST',
      headers: { origin, 'x-csrf-token': this.#jar.get('csrf_token') ?? '' },
    });
    const allowed = ['origin', 'credentials'].map((each) =>
      answer.headers.get(`access-control-allow-${each}`),
    );
    if (answer.status !== 200 || allowed.join() !== `${origin},true`)
      throw new Error(`signing out: ${answer.status} ${allowed.join()} ${await answer.text()}`);
  }

  async #load(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#jar].map((pair) => pair.join('=')).join('; ');
    const headers = { accept: 'text/html', ...init.headers, cookie };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      if (attributes.some((each) => /^\s*max-age=0$/i.test(each))) this.#jar.delete(pair.slice(0, at));
      else this.#jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}
