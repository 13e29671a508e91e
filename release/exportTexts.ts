import { writeFileSync } from 'node:fs';
import { changedManifestTexts, changedText, recordManifestTexts } from './manifestTexts.ts';
import { sourceTexts } from './sourceTexts.ts';
import { missingText, missingTranslations } from './translations.ts';

// Writes the texts of the sources to where VS Code's tools and the translations expect them, and lists what is
// not translated yet, or stands for an earlier text. The arguments are keys of the manifest's texts whose
// translations stand for the present text.
writeFileSync('l10n/bundle.l10n.json', `${JSON.stringify(await sourceTexts(), undefined, 2)}\n`);
recordManifestTexts('.', process.argv.slice(2));
process.stdout.write(missingText(missingTranslations('.')));
process.stdout.write(changedText(changedManifestTexts('.')));
