import { resolve } from 'node:path';

/** Path of the script of the thread that writes and reads spreadsheets. */
export const spreadsheetWorker = resolve('src/core/spreadsheet/spreadsheetWorker.ts');
