// Replaces in texts, in a thread of its own: a regular expression may take for ever, and only a thread can
// be ended then.
import { parentPort } from 'node:worker_threads';
import { replaceRequestSchema } from './replaceRule.ts';

parentPort?.on('message', (message: unknown) => {
  const { flags, replacement, source, texts } = replaceRequestSchema.parse(message);
  const pattern = new RegExp(source, flags);
  parentPort?.postMessage(texts.map((text) => text.replace(pattern, replacement)));
});
