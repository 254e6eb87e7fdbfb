import { useState } from 'react';
import { DemoFrame, DemoInput, DemoResult } from './demo-frame.tsx';
import { encodedBits, huffmanCode } from './huffman.ts';

export function HuffmanDemo() {
  const [text, setText] = useState('heavy becomes light as a feather');
  const entries = huffmanCode(text);
  const most = entries[0]?.count ?? 1;
  return (
    <DemoFrame title="Huffman coding">
      <DemoInput id="huffman-input" label="Type a sentence" value={text} onChange={setText} />
      <ul className="mt-4! grid list-none! grid-cols-1 gap-x-8 p-0! text-sm sm:grid-cols-2">
        {entries.map((entry) => (
          <li key={entry.symbol} className="m-0! flex items-center gap-3 border-b border-hairline py-1.5">
            <span className="w-12 font-mono font-semibold">
              {entry.symbol === ' ' ? 'space' : entry.symbol}
            </span>
            <span className="figures w-8 text-quiet">{entry.count}×</span>
            <svg className="h-2 w-16" aria-hidden>
              <rect width={`${(entry.count / most) * 100}%`} height="8" rx="4" className="fill-bar" />
            </svg>
            <span className="ml-auto font-mono text-primary">{entry.code}</span>
          </li>
        ))}
      </ul>
      <DemoResult from={[...text].length * 8} to={encodedBits(entries)} unit="bits" />
    </DemoFrame>
  );
}
