import { type Answer, Client } from '../client.ts';

type Sent = Parameters<Client['send']>[2];
export type Witness = (method: string, path: string, sent: Sent, answer: Answer) => void;

/** An ordinary browser, except that a witness also sees every response. */
export class JudgedClient extends Client {
  private readonly witness: Witness;

  constructor(url: string, witness: Witness, ipAddress?: string) {
    super(url, ipAddress);
    this.witness = witness;
  }

  override async send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const answer = await super.send(method, path, sent);
    this.witness(method, path, sent, answer);
    return answer;
  }
}
