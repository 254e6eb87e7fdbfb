/** The address of the script that pages without React load; see infra/setup/enhancements-plugin.ts. */
declare module 'virtual:enhancements' {
  const path: string;
  export default path;
}
