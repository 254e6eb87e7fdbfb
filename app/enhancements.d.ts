/** The addresses of scripts that pages without React load; see infra/setup/enhancements-plugin.ts. */
declare module 'virtual:enhancements' {
  const path: string;
  export default path;
  /** Empty while developing. */
  export const apiPage: string;
}
