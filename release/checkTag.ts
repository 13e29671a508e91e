import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { checkTag } from './publication.ts';

// Fails unless the tag, the argument, is that of the version in package.json, which the changelog tells of.
const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
const { version } = z.object({ version: z.string() }).parse(manifest);
checkTag(process.argv[2] ?? '', version, readFileSync('CHANGELOG.md', 'utf8'));
