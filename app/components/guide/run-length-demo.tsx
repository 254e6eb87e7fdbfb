import { useState } from 'react';
import { DemoFrame, DemoInput, DemoResult } from './demo-frame.tsx';
import { runLengthEncode } from './run-length.ts';

export function RunLengthDemo() {
  const [text, setText] = useState('WWWWWWWWBBBBWWWWWWWWWWRRR');
  const encoded = runLengthEncode(text);
  return (
    <DemoFrame title="Run-length encoding">
      <DemoInput id="run-length-input" label="Type some letters" value={text} onChange={setText} />
      <p className="mt-4 text-sm font-medium">Encoded</p>
      <p className="mt-1 min-h-6 font-mono break-all">{encoded}</p>
      <DemoResult from={[...text].length} to={[...encoded].length} unit="characters" />
    </DemoFrame>
  );
}
