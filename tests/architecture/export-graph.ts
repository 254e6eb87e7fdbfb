import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listFiles, ROOT, targetOf } from './source-files.ts';

/** Every name of a file, where it is not known which are used. */
const ALL = '*';

/** Names that a file exports. */
export interface Exports {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** What each TypeScript file of the rooms exports. */
export function exportsByFile(): Map<string, Exports> {
  const sources = listFiles().filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  return new Map(sources.map((path) => [path, exportsOf(parse(path))]));
}

/**
 * What is imported from each file, by its path: names, or "*" where a file is loaded as a whole. Code of the rooms, of the
 * root, and articles import.
 */
export function importsByFile(): Map<string, Set<string>> {
  const root = readdirSync(ROOT).filter((name) => /\.(ts|mjs|js)$/.test(name));
  const code = [...listFiles(), ...root].filter((path) => /\.(tsx?|mjs|mts|js|mdx)$/.test(path));
  const found = new Map<string, Set<string>>();
  for (const path of code)
    for (const [specifier, name] of importsOf(path)) {
      const target = targetOf(path, specifier);
      if (target === null) continue;
      found.set(target, (found.get(target) ?? new Set()).add(name));
    }
  return found;
}

/** Names of an export list that no file imports. */
export function unused(names: readonly string[], imported: ReadonlySet<string> | undefined): string[] {
  if (imported?.has(ALL)) return [];
  return names.filter((name) => !imported?.has(name));
}

function parse(path: string): ts.SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  // Of an article, only its lines of imports are code.
  const code = path.endsWith('.mdx') ? (text.match(/^import .*$/gm) ?? []).join('\n') : text;
  return ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false, kind);
}

function exportsOf(source: ts.SourceFile): Exports {
  const values: string[] = [];
  const types: string[] = [];
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement)) values.push('default');
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    )
      for (const { name, isTypeOnly } of statement.exportClause.elements)
        (statement.isTypeOnly || isTypeOnly ? types : values).push(name.text);
    if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) continue;
    if (hasModifier(statement, ts.SyntaxKind.DefaultKeyword)) values.push('default');
    else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      types.push(statement.name.text);
    else values.push(...namesOf(statement));
  }
  return { values, types };
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name ? [statement.name.text] : [];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

function hasModifier(statement: ts.Statement, kind: ts.SyntaxKind): boolean {
  return (
    ts.canHaveModifiers(statement) && (ts.getModifiers(statement) ?? []).some((each) => each.kind === kind)
  );
}

function importsOf(path: string): [specifier: string, name: string][] {
  const found: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const specifier = textOf(node.moduleSpecifier);
      for (const name of importedNames(node.importClause)) found.push([specifier, name]);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      const specifier = textOf(node.moduleSpecifier);
      for (const name of reexportedNames(node.exportClause)) found.push([specifier, name]);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      found.push([textOf(node.argument.literal), ALL]);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      if (node.arguments[0]) found.push([textOf(node.arguments[0]), ALL]);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(path));
  return found;
}

function importedNames(clause: ts.ImportClause | undefined): string[] {
  const { name, namedBindings } = clause ?? {};
  if (namedBindings && ts.isNamespaceImport(namedBindings)) return [ALL];
  const named = namedBindings?.elements.map((each) => (each.propertyName ?? each.name).text) ?? [];
  return name ? ['default', ...named] : named;
}

function reexportedNames(clause: ts.NamedExportBindings | undefined): string[] {
  if (!clause || ts.isNamespaceExport(clause)) return [ALL];
  return clause.elements.map((each) => (each.propertyName ?? each.name).text);
}

function textOf(node: ts.Node): string {
  return ts.isStringLiteralLike(node) ? node.text : '';
}
