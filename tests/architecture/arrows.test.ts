import { builtinModules } from 'node:module';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { exists, readSources, walk, type Import, type SourceFile } from './source-files.ts';

const sources = readSources();

const inEngine = (path: string) => path.startsWith('workers/engine/');
const inNativeCodecs = (path: string) => path.startsWith('workers/engine/codecs/native/');
const inAdapters = (path: string) => path.startsWith('platform/adapters/');
const inContracts = (path: string) => path.startsWith('platform/contracts/');
const isTest = (path: string) => path.startsWith('tests/');
/** Of the ways in, the files on top put things together; routes and services are handed what they need. */
const constructs = (path: string) =>
  /^functions\/[^/]+\.ts$/.test(path) || path === 'workers/main.ts' || path === 'platform/create-platform.ts';
/** Benches and tests look at the engine and the platform from outside and may build what they like. */
const looksFromOutside = (path: string) => isTest(path) || path.startsWith('bench/');
const runsOnServer = (path: string) => /\.server\.tsx?$/.test(path);
const runsInBrowser = (path: string) => path.startsWith('app/') && !runsOnServer(path);
const isNodeModule = (specifier: string) =>
  specifier.startsWith('node:') || builtinModules.includes(specifier.split('/')[0] ?? '');
const isNativeCodec = (specifier: string) => specifier === 'sharp' || specifier.startsWith('@napi-rs/');

/** A room: which files are in it, and which files of the repository it may import (itself always). */
const ROOM_ARROWS: readonly { room: string; has(path: string): boolean; may(target: string): boolean }[] = [
  { room: 'engine', has: inEngine, may: () => false },
  { room: 'contracts', has: inContracts, may: inEngine },
  {
    room: 'ports',
    has: (path) => path.startsWith('platform/ports/'),
    may: (target) => inContracts(target) || inEngine(target),
  },
  {
    room: 'adapters',
    has: inAdapters,
    may: (target) => target.startsWith('platform/') && target !== 'platform/create-platform.ts',
  },
  { room: 'platform', has: (path) => path.startsWith('platform/'), may: inEngine },
  {
    room: 'workers',
    has: (path) => path.startsWith('workers/'),
    may: (target) => target.startsWith('platform/'),
  },
  {
    room: 'app',
    has: (path) => path.startsWith('app/'),
    may: (target) =>
      target.startsWith('platform/') ||
      inEngine(target) ||
      ['remix.config.js', 'package.json'].includes(target),
  },
];

/** Every import that breaks a rule, as `file → specifier`. */
function offences(breaks: (file: SourceFile, each: Import) => boolean): string[] {
  return sources.flatMap((file) =>
    file.imports.filter((each) => breaks(file, each)).map((each) => `${file.path} → ${each.specifier}`),
  );
}

describe('arrows between the rooms', () => {
  it('are counted over all import statements', () => {
    const count = sources.reduce((sum, { imports }) => sum + imports.length, 0);
    expect(sources.length).toBeGreaterThan(50);
    expect(count).toBeGreaterThan(150);
  });

  it.each(ROOM_ARROWS)('leave $room only where they may', ({ has, may }) => {
    const room = (path: string) => ROOM_ARROWS.find((each) => each.has(path));
    expect(
      offences(({ path }, { target }) => {
        if (!has(path) || room(path)?.has !== has || target === null) return false;
        return !has(target) && !may(target);
      }),
    ).toEqual([]);
  });

  it('reach adapters only from what constructs', () => {
    expect(
      offences(({ path }, { target }) => {
        if (target === null || looksFromOutside(path) || inAdapters(path) || constructs(path)) return false;
        return inAdapters(target) || target === 'platform/create-platform.ts';
      }),
    ).toEqual([]);
  });

  it('load adapters late', () => {
    const file = sources.find(({ path }) => path === 'platform/create-platform.ts');
    const statements = file?.tree.statements.filter(ts.isImportDeclaration) ?? [];
    const early = statements.filter((each) => each.getText().includes('adapters/'));
    expect(file?.imports.filter(({ target }) => target && inAdapters(target))).toHaveLength(2);
    expect(early).toEqual([]);
  });

  it('show browsers the contracts, the engine and nothing native', () => {
    expect(
      offences(({ path }, { specifier, target, typeOnly }) => {
        // Remix cuts loaders and actions, and with them what only they import, out of what browsers get.
        if (!runsInBrowser(path) || typeOnly || path.startsWith('app/routes')) return false;
        if (path === 'app/entry.server.tsx') return false;
        if (isNodeModule(specifier)) return true;
        if (target === null || target.startsWith('app/')) return runsOnServer(target ?? '');
        return (
          !inContracts(target) && !(inEngine(target) && !inNativeCodecs(target)) && !target.endsWith('.json')
        );
      }),
    ).toEqual([]);
  });

  it('never point at tests', () => {
    expect(offences(({ path }, { target }) => !isTest(path) && target !== null && isTest(target))).toEqual(
      [],
    );
  });

  it('name files that exist, with their ending', () => {
    expect(
      offences(({ path }, { specifier, target }) => {
        if (target === null || specifier.startsWith('~/')) return false;
        // Route types and the build are made by tools.
        return !exists(target) && !specifier.includes('build/') && !path.endsWith('.d.ts');
      }),
    ).toEqual([]);
  });
});

describe('the engine', () => {
  const portable = sources.filter(({ path }) => inEngine(path) && !inNativeCodecs(path));

  it('uses no module of Node outside its native codecs', () => {
    expect(
      offences(
        ({ path }, { specifier }) => inEngine(path) && !inNativeCodecs(path) && isNodeModule(specifier),
      ),
    ).toEqual([]);
  });

  it('keeps native codecs in one folder', () => {
    expect(
      offences(({ path }, { specifier }) => {
        if (inNativeCodecs(path) || looksFromOutside(path) || path.startsWith('infra/')) return false;
        return isNativeCodec(specifier);
      }),
    ).toEqual([]);
  });

  it.each(['Buffer', 'process', 'document', 'window'])('does not know %s', (name) => {
    const users = portable.filter(({ tree }) => usesGlobal(tree, name)).map(({ path }) => path);
    expect(users).toEqual([]);
  });
});

describe('the environment', () => {
  it('is read by the configuration alone', () => {
    const users = sources
      .filter(
        ({ path }) =>
          !looksFromOutside(path) &&
          !path.startsWith('infra/cdk/bin/') &&
          !['platform/config.ts', 'platform/process-environment.ts'].includes(path),
      )
      .filter(({ tree }) => readsEnvironment(tree))
      .map(({ path }) => path);
    expect(users).toEqual([]);
  });
});

function readsEnvironment(tree: ts.SourceFile): boolean {
  let found = false;
  walk(tree, (node) => {
    if (!ts.isPropertyAccessExpression(node) || node.getText(tree) !== 'process.env') return;
    if (!isAssigned(node.parent)) found = true;
  });
  return found;
}

/** A program may tell its libraries something through the environment: that reads nothing. */
function isAssigned(variable: ts.Node): boolean {
  const { parent } = variable;
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === variable &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

/** Whether a file uses a global: a property, parameter or variable of the same name is something else. */
function usesGlobal(tree: ts.SourceFile, name: string): boolean {
  let used = false;
  let declared = false;
  walk(tree, (node) => {
    if (!ts.isIdentifier(node) || node.text !== name) return;
    const { parent } = node;
    if (
      (ts.isParameter(parent) || ts.isVariableDeclaration(parent) || ts.isBindingElement(parent)) &&
      parent.name === node
    )
      declared = true;
    else if (ts.isPropertyAccessExpression(parent) && parent.name === node) return;
    else if (ts.isPropertyAssignment(parent) && parent.name === node) return;
    else if (ts.isPropertySignature(parent) || ts.isMethodSignature(parent)) return;
    else if (ts.isGetAccessor(parent) || ts.isMethodDeclaration(parent) || ts.isPropertyDeclaration(parent))
      used ||= parent.name !== node;
    else if (ts.isFunctionDeclaration(parent) || ts.isImportSpecifier(parent)) declared = true;
    else used = true;
  });
  return used && !declared;
}
