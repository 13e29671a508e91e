// Replaces text in a separate thread: a regular expression may run forever, and only a thread can then be
// terminated.
import { parentPort } from 'node:worker_threads';
import { replaceRequestSchema } from './replaceRule.ts';

parentPort?.on('message', (message: unknown) => {
  const { flags, replacement, source, texts } = replaceRequestSchema.parse(message);
  const pattern = new RegExp(source, flags);
  parentPort?.postMessage(texts.map((text) => text.replace(pattern, replacement)));
});
