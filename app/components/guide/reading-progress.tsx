import { useEffect, useRef } from 'react';

/** A red line below the header that grows while one reads; decoration, so it is silent. */
export function ReadingProgress() {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const update = () => {
      const room = document.documentElement.scrollHeight - window.innerHeight;
      const share = room > 0 ? Math.min(1, window.scrollY / room) : 0;
      line.current?.style.setProperty('transform', `scaleX(${share})`);
    };
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  return (
    <div aria-hidden className="pointer-events-none sticky top-16 z-30 h-0.5">
      <div ref={line} className="h-full origin-left scale-x-0 bg-primary" />
    </div>
  );
}
