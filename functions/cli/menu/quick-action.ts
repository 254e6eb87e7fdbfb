import type { MenuFile } from './menu-file.ts';

/**
 * A Quick Action of the Finder: a workflow of Automator with one shell script, which gets the chosen files as arguments.
 * @returns its files below `Contents`
 */
export function quickAction(label: string, script: string): MenuFile[] {
  const service = {
    NSMenuItem: { default: label },
    NSMessage: 'runWorkflowAsService',
    NSSendFileTypes: ['public.image', 'com.adobe.pdf', 'org.openxmlformats.presentationml.presentation'],
  };
  const action = {
    ActionBundlePath: '/System/Library/Automator/Run Shell Script.action',
    ActionName: 'Run Shell Script',
    ActionParameters: { COMMAND_STRING: script, inputMethod: 1, shell: '/bin/sh', source: '' },
    BundleIdentifier: 'com.apple.RunShellScript',
    'Class Name': 'RunShellScriptAction',
    AMAccepts: { Container: 'List', Optional: true, Types: ['com.apple.cocoa.path'] },
    AMProvides: { Container: 'List', Types: ['com.apple.cocoa.string'] },
  };
  const workflow = {
    AMDocumentVersion: '2',
    actions: [{ action }],
    connectors: {},
    workflowMetaData: {
      serviceInputTypeIdentifier: 'com.apple.Automator.fileSystemObject',
      serviceOutputTypeIdentifier: 'com.apple.Automator.nothing',
      workflowTypeIdentifier: 'com.apple.Automator.servicesMenu',
    },
  };
  return [
    { path: 'Info.plist', content: propertyList({ NSServices: [service] }) },
    { path: 'document.wflow', content: propertyList(workflow) },
  ];
}

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };

/** Source: plist(5) of macOS. */
function propertyList(value: Value): string {
  const type =
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${type}\n<plist version="1.0">${element(value)}</plist>\n`;
}

function element(value: Value): string {
  if (typeof value === 'string') return `<string>${escaped(value)}</string>`;
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>';
  if (Array.isArray(value)) return `<array>${value.map(element).join('')}</array>`;
  const fields = Object.entries(value).map(
    ([key, each]) => `<key>${escaped(key)}</key>${element(each as Value)}`,
  );
  return `<dict>${fields.join('')}</dict>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
