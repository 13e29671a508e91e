import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor, type Expression } from 'oxc-parser';
import { importTable, loadedOnFirstUse } from './importTable.ts';

/** An import of a file of the project, or of `vscode`. */
interface Import {
  readonly file: string;
  readonly line: number;
  /** The path of the imported file, `vscode`, or `computed`. */
  readonly imported: string;
  /** Whether loading the file loads what it imports: `import()` and imports of types do not. */
  readonly isLoadedAtOnce: boolean;
}

/** What an `import()` loads whose module only running it tells: nobody could say whether it may. */
const computed = 'what is computed';

/** Returns a message for each import below `root` that the table refuses and for each circle. */
export function checkImports(root: string): string[] {
  const files = globSync('{src,release,test}/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted();
  const imports = files.flatMap((file) => importsOf(root, file));
  return [
    ...files
      .filter((file) => rowOf(file) === undefined)
      .map((file) => `${file}: no row of the import table is about it`),
    ...refusedImports(imports),
    ...circles(imports),
  ];
}

function importsOf(root: string, file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const imports: Import[] = [];
  const add = (source: Expression | null, isLoadedAtOnce: boolean): void => {
    if (source === null) {
      return;
    }
    const name = nameIn(source) ?? (file.startsWith('src/') ? computed : '');
    const isFile = name.startsWith('.');
    if (isFile || name === 'vscode' || name === computed) {
      const imported = isFile ? path.posix.join(path.posix.dirname(file), name) : name;
      const line = text.slice(0, source.start).split('\n').length;
      imports.push({ file, line, imported, isLoadedAtOnce });
    }
  };
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => add(source, importKind !== 'type'),
    ExportNamedDeclaration: ({ source, exportKind }) => add(source, exportKind !== 'type'),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind !== 'type'),
    ImportExpression: ({ source }) => add(source, false),
    TSImportType: ({ source }) => add(source, false),
  }).visit(parseSync(file, text).program);
  return imports;
}

/** The name of the module, if the source says it. */
function nameIn(source: Expression): string | undefined {
  if (source.type === 'TemplateLiteral' && source.expressions.length === 0) {
    return source.quasis[0]?.value.cooked ?? undefined;
  }
  return source.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined;
}

/** The row of a file: its own, or that of the nearest folder around it. */
function rowOf(file: string): string | undefined {
  if (file in importTable) {
    return file;
  }
  const folder = path.posix.dirname(file);
  return folder === file ? undefined : rowOf(folder);
}

function refusedImports(imports: readonly Import[]): string[] {
  const allowed = allowedRows();
  return imports.flatMap(({ file, line, imported, isLoadedAtOnce }) => {
    const from = rowOf(file) ?? file;
    const to = imported === 'vscode' ? imported : (rowOf(imported) ?? imported);
    if (from !== to && allowed.get(from)?.has(to) !== true) {
      return [`${file}:${line}: ${from} may not import ${imported}`];
    }
    const isTooEarly =
      from !== to && isLoadedAtOnce && from.startsWith('src/') && loadedOnFirstUse.includes(to);
    return isTooEarly ? [`${file}:${line}: ${imported} is loaded on first use, by import()`] : [];
  });
}

/** What each row may import besides itself. Relies on rows that name only rows above them. */
function allowedRows(): ReadonlyMap<string, ReadonlySet<string>> {
  const allowed = new Map<string, ReadonlySet<string>>();
  for (const [row, names] of Object.entries(importTable)) {
    const inherited = names.flatMap((name) => [...(allowed.get(name) ?? [])]);
    allowed.set(row, new Set([...names, ...inherited.filter((name) => name !== 'vscode')]));
  }
  return allowed;
}

/** Every circle holds an import that leads back to a file on the way to it: one message for each. */
function circles(imports: readonly Import[]): string[] {
  const importedBy = Map.groupBy(imports, ({ file }) => file);
  const visited = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] => {
    const start = way.indexOf(file);
    if (start !== -1) {
      return [`circle: ${[...way.slice(start), file].join(' → ')}`];
    }
    if (visited.has(file)) {
      return [];
    }
    visited.add(file);
    return (importedBy.get(file) ?? []).flatMap(({ imported }) => visit(imported, [...way, file]));
  };
  return [...importedBy.keys()].flatMap((file) => visit(file, []));
}

if (import.meta.main) {
  const messages = checkImports('.');
  for (const message of messages) {
    console.error(message);
  }
  process.exitCode = messages.length === 0 ? 0 : 1;
}
