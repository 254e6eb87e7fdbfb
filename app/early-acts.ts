/**
 * An inline script for pages that React takes over. On a slow computer people choose, press and drop before any other script
 * has run: nothing would come of it, and the browser would open what was dropped in place of the page.
 */
export const HOLD_EARLY_ACTS = `(function(){
var early=window.earlyActs={acts:[],drop:null};
function note(e){
var on=e.type=='click'?e.target.closest('button'):e.target;
if(on&&early.acts)early.acts.push({on:on,checked:on.checked,value:on.value,first:on.defaultValue});
}
function hold(e){
var d=e.dataTransfer;
if(early.isHeard||!d||!d.types.includes('Files')||!document.getElementById('file-input'))return;
e.preventDefault();
if(e.type=='drop')early.drop={files:[...d.files],items:[...d.items||[]].map(i=>{var entry=i.webkitGetAsEntry&&i.webkitGetAsEntry();return{webkitGetAsEntry:()=>entry}})};
}
['input','click'].forEach(function(n){addEventListener(n,note)});
['dragover','drop'].forEach(function(n){addEventListener(n,hold)});
})()`;

/** What was pressed or filled in, and how that left it. */
export interface EarlyAct {
  readonly on: HTMLElement;
  readonly checked?: boolean;
  readonly value?: string;
  /** What stood there before. */
  readonly first?: string;
}

/** What a drop brings. */
export interface Carried {
  readonly files: Iterable<File>;
  readonly items?: Iterable<Pick<DataTransferItem, 'webkitGetAsEntry'>>;
}

interface EarlyActs {
  /** In order; null once React hears them. */
  acts: EarlyAct[] | null;
  drop: Carried | null;
  /** The page takes drops itself. */
  isHeard?: boolean;
}

const held = (): EarlyActs | undefined => (window as { earlyActs?: EarlyActs }).earlyActs;

/** What was done so far. To be called when React takes the page over: it hears what comes later. */
export function takeEarlyActs(): EarlyAct[] {
  const early = held();
  const acts = early?.acts ?? [];
  if (early) early.acts = null;
  return acts;
}

/** The files that were dropped so far, if any. From now on the page takes drops itself. */
export function takeEarlyDrop(): Carried | null {
  const early = held();
  const drop = early?.drop ?? null;
  if (early) Object.assign(early, { drop: null, isHeard: true });
  return drop;
}
