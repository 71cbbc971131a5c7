import { type Challenge, solveChallenge } from '@latchkey/sdk';

self.onmessage = ({ data }: MessageEvent<Challenge>) => {
  solveChallenge(data, { onProgress: (tried) => self.postMessage({ tried }) }).then(
    (solution) => self.postMessage({ solution }),
    (error: unknown) => self.postMessage({ failed: String(error) }),
  );
};
