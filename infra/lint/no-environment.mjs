import { ESLintUtils } from '@typescript-eslint/utils';

/**
 * Finds every way to the environment by its type: `process.env`, `const { env } = process`, `globalThis.process.env`, an
 * alias of `process`, and imports of node:process. Setting a variable for a library is allowed; it reads nothing.
 */
export const noEnvironment = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      read: 'The environment is read by platform/config.ts and process-environment.ts alone; take a value of the configuration.',
      import: 'Use the global `process`, so that reading the environment can be found.',
    },
  },
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const holdsEnvironment = (node) => {
      const property = services.getTypeAtLocation(node).getProperty('env');
      return property?.declarations?.some(isEnvOfProcess) ?? false;
    };
    return {
      MemberExpression(node) {
        if (nameOf(node) === 'env' && holdsEnvironment(node.object) && !isAssigned(node))
          context.report({ node, messageId: 'read' });
      },
      ObjectPattern(node) {
        const env = node.properties.find((each) => each.type === 'RestElement' || nameOf(each) === 'env');
        if (env && holdsEnvironment(node)) context.report({ node: env, messageId: 'read' });
      },
      ImportDeclaration(node) {
        if (/^(node:)?process$/.test(node.source.value)) context.report({ node, messageId: 'import' });
      },
    };
  },
};

/** The name of a member or property; undefined where it is only known when the program runs. */
function nameOf({ computed, property, key }) {
  const name = property ?? key;
  if (!computed) return name.name ?? name.value;
  return name.type === 'Literal' ? name.value : undefined;
}

/** Whether a declaration is that of `env` in the interface that @types/node gives `process`. */
function isEnvOfProcess(declaration) {
  return declaration.parent?.name?.text === 'Process';
}

/** `process.env.NAME = value` */
function isAssigned({ parent }) {
  const isMember = parent.type === 'MemberExpression' && parent.parent.type === 'AssignmentExpression';
  return isMember && parent.parent.left === parent && parent.parent.operator === '=';
}
