/**
 * Tells by a notification of the system that a list has ended, where the page is not looked at and a person has allowed it.
 * @param title what the page says as well
 */
export async function notifyEnd(title: string): Promise<void> {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  const options = { tag: 'list-ended', icon: '/icons/icon-192.png' };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Phones show only those of a service worker.
    const worker = await navigator.serviceWorker.getRegistration();
    await worker?.showNotification(title, options);
  }
}
