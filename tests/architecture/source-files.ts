import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const ROOMS = ['app', 'functions', 'workers', 'platform', 'infra', 'bench', 'tests'] as const;

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** Path in the repository, or null for a package. */
  readonly target: string | null;
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** With forward slashes, from the root of the repository. */
  readonly path: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

/** All files of the rooms, whatever their kind. */
export function listFiles(): string[] {
  return ROOMS.filter((room) => existsSync(join(ROOT, room))).flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}

/** All TypeScript files of the rooms with what they import. */
export function readSources(): SourceFile[] {
  return listFiles()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      return { path, tree, imports: importsOf(path, tree) };
    });
}

export function exists(path: string): boolean {
  return existsSync(join(ROOT, path));
}

/** Calls `visit` for every node of a file. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function importsOf(path: string, tree: ts.SourceFile): Import[] {
  const imports: Import[] = [];
  walk(tree, (node) => {
    const found = specifierOf(node);
    if (found) imports.push({ ...found, target: targetOf(path, found.specifier) });
  });
  return imports;
}

function specifierOf(node: ts.Node): { specifier: string; typeOnly: boolean } | null {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
    return { specifier: node.moduleSpecifier.text, typeOnly: node.importClause?.isTypeOnly ?? false };
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
    return { specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly };
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    if (argument && ts.isStringLiteral(argument)) return { specifier: argument.text, typeOnly: false };
  }
  if (
    ts.isImportTypeNode(node) &&
    ts.isLiteralTypeNode(node.argument) &&
    ts.isStringLiteral(node.argument.literal)
  )
    return { specifier: node.argument.literal.text, typeOnly: true };
  return null;
}

function targetOf(path: string, specifier: string): string | null {
  const bare = specifier.split('?')[0] ?? specifier;
  if (bare.startsWith('.')) return posix.normalize(posix.join(dirname(path), bare));
  if (bare.startsWith('~/')) return `app/${bare.slice(2)}`;
  const alias = /^#(app|engine|workers|platform|functions|tests)\/(.*)$/.exec(bare);
  if (!alias) return null;
  return `${alias[1] === 'engine' ? 'workers/engine' : alias[1]}/${alias[2]}`;
}
