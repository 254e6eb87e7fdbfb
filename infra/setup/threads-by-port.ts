import { replaceSpots, type Spot } from './replace-spots.ts';

/**
 * The script of libvips with threads that somebody else starts (`startThread` of its options) and that listen to a port, which
 * their first message brings: a worker of Firefox that starts workers may wait without end, see docs/decisions/how-the-device-compresses.md.
 * @throws Error when a spot is not found once: another version of the script
 */
export function withThreadsByPort(script: string): string {
  return replaceSpots(script, SPOTS);
}

/** The names are those of the minified script of wasm-vips 0.0.19. */
const SPOTS: readonly Spot[] = [
  {
    // PThread.allocateUnusedWorker
    from: `if(Module.mainScriptUrlOrBlob){var a=Module.mainScriptUrlOrBlob;typeof a!="string"&&(a=URL.createObjectURL(a));a=new Worker(a,{type:"module",name:"em-pthread"})}else a=new Worker(new URL("vips-es6.js",import.meta.url),{type:"module",name:"em-pthread"});`,
    to: 'var a=Module.startThread();',
  },
  {
    from: 'isPthread&&Vips();',
    to: `isPthread&&(self.onmessage=({data:port})=>{
self.postMessage=(message,transfer)=>port.postMessage(message,transfer);
Object.defineProperty(self,"onmessage",{set:(hear)=>{port.onmessage=hear}});
Vips()});`,
  },
];
