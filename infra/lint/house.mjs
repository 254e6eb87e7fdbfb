import { TEST_LIMIT_MS } from '../setup/patience.ts';

/** Rules of this house, for oxlint.config.ts. */
export default {
  meta: { name: 'house' },
  rules: {
    'no-environment': { create: findEnvironment },
    'no-idle-pattern': { create: findIdlePatterns },
    'no-early-end': { create: findEarlyEnds },
  },
};

const READ =
  'The environment is read by platform/config.ts and process-environment.ts alone; take a value of the configuration.';
const NAMED =
  'Write the global `process` before a dot, and give it no other name: so its environment can be found.';
const IDLE = 'toMatchObject takes any text for a pattern: write expect.stringMatching(/…/).';
const EARLY =
  'A machine under load takes many times as long: a test ends after the time of all (infra/setup/patience.ts), or later.';
const GLOBAL_OBJECTS = ['globalThis', 'global'];

/**
 * Finds every way to the environment: `process.env`, and whatever gives `process` another name. Setting a variable for a library
 * is allowed; it reads nothing.
 */
function findEnvironment(context) {
  const report = (node, message) => context.report({ node, message });
  const refuseModule = ({ source }) => {
    if (/^(node:)?process$/.test(source.value)) report(source, NAMED);
  };
  return {
    Program() {
      for (const { identifier } of context.sourceCode.scopeManager.globalScope.through) {
        const { name, parent } = identifier;
        if (name !== 'process') continue;
        if (parent.type !== 'MemberExpression' || !nameOf(parent)) report(identifier, NAMED);
        else if (nameOf(parent) === 'env' && !isAssigned(parent)) report(parent, READ);
      }
    },
    MemberExpression(node) {
      if (GLOBAL_OBJECTS.includes(node.object.name) && nameOf(node) === 'process') report(node, NAMED);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'ObjectPattern' && GLOBAL_OBJECTS.includes(init?.name)) report(id, NAMED);
    },
    TSQualifiedName(node) {
      const isMemberOfIt = node.parent.parent?.type === 'TSIndexedAccessType';
      if (node.left.name === 'NodeJS' && node.right.name === 'Process' && !isMemberOfIt) report(node, NAMED);
    },
    ImportDeclaration: refuseModule,
    ImportExpression: refuseModule,
  };
}

/** Finds patterns below `toMatchObject`, which compares their own properties: there are none, so that no text ever fails. */
function findIdlePatterns(context) {
  const look = (node) => {
    if (node?.regex) context.report({ node, message: IDLE });
    for (const part of node?.properties ?? node?.elements ?? []) look(part?.value?.type ? part.value : part);
  };
  return {
    CallExpression({ callee, arguments: values }) {
      if (callee.type === 'MemberExpression' && nameOf(callee) === 'toMatchObject') values.forEach(look);
    },
  };
}

/** Finds tests that end before all others would. */
function findEarlyEnds(context) {
  return {
    CallExpression({ callee, arguments: values }) {
      const called = callee.type === 'CallExpression' ? callee.callee.object : callee;
      if (!['it', 'test', 'describe'].includes(called?.name)) return;
      for (const value of values)
        for (const { key, value: ms } of value.properties ?? [])
          if (key?.name === 'timeout' && ms.value <= TEST_LIMIT_MS)
            context.report({ node: ms, message: EARLY });
    },
  };
}

/** The name of a member; undefined where it is only known when the program runs. */
function nameOf({ computed, property }) {
  if (!computed) return property.name;
  return property.type === 'Literal' ? property.value : undefined;
}

/** `process.env.NAME = value` */
function isAssigned({ parent }) {
  const isMember = parent.type === 'MemberExpression' && parent.parent.type === 'AssignmentExpression';
  return isMember && parent.parent.left === parent && parent.parent.operator === '=';
}
