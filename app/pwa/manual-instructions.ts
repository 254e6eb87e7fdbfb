/** How to install the app where the browser offers no prompt of its own. */
export function manualInstructions(userAgent: string): string {
  if (/iPhone|iPad|iPod/.test(userAgent)) {
    return 'To install: tap Share, then Add to Home Screen, then Add.';
  }
  if (/Android/.test(userAgent)) {
    return 'To install: open the browser menu, tap Add to Home screen, then Add.';
  }
  if (/Chrome|Edg/.test(userAgent)) {
    return 'To install: click the install icon in the address bar.';
  }
  return 'To install: open the browser menu and choose to install this site or add it to your home screen.';
}
