/** iOS has no offer to keep: there the share menu installs. */
export function isIosBrowser(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos =
    /iPhone|iPad|iPod/.test(userAgent) ||
    (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isIos && (navigator as { standalone?: boolean }).standalone === false;
}
