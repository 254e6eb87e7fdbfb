import { icon } from './icon.tsx';

/** What pages show at once, see icon.tsx. */
export const CircleAlert = /* @__PURE__ */ icon(
  'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0',
  'M12 8L12 12',
  'M12 16L12.01 16',
);
export const CircleUserRound = /* @__PURE__ */ icon(
  'M17.925 20.056a6 6 0 0 0-11.851.001',
  'M8 11a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0',
);
export const LoaderCircle = /* @__PURE__ */ icon('M21 12a9 9 0 1 1-6.219-8.56');
export const LogOut = /* @__PURE__ */ icon(
  'm16 17 5-5-5-5',
  'M21 12H9',
  'M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4',
);
export const Menu = /* @__PURE__ */ icon('M4 5h16', 'M4 12h16', 'M4 19h16');
export const RefreshCw = /* @__PURE__ */ icon(
  'M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8',
  'M21 3v5h-5',
  'M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16',
  'M8 16H3v5',
);
export const WifiOff = /* @__PURE__ */ icon(
  'M12 20h.01',
  'M8.5 16.429a5 5 0 0 1 7 0',
  'M5 12.859a10 10 0 0 1 5.17-2.69',
  'M19 12.859a10 10 0 0 0-2.007-1.523',
  'M2 8.82a15 15 0 0 1 4.177-2.643',
  'M22 8.82a15 15 0 0 0-11.288-3.764',
  'm2 2 20 20',
);
export const X = /* @__PURE__ */ icon('M18 6 6 18', 'm6 6 12 12');
