import { replaceSpots, type Spot } from './replace-spots.ts';

/**
 * The script of libvips without `new Function`, so that its workers need only 'wasm-unsafe-eval'. Emscripten's embind
 * writes functions as text and compiles them; built with -sDYNAMIC_EXECUTION=0 it makes closures, as here.
 * @throws Error when a spot is not found once: another version of the script
 */
export function withoutEval(script: string): string {
  return replaceSpots(script, SPOTS);
}

/** The names are those of the minified script of wasm-vips 0.0.19. */
const SPOTS: readonly Spot[] = [
  {
    // craftInvokerFunction: d holds the values, h says that destructors are kept, l that the stack is; p arguments.
    from: 'b=(new Function(v,n+"}\\n"))(...d);return Me(a,b)',
    to: `b=((name,fail,invoker,fn,runDestructors,fromWire,toThis,...rest)=>{
const save=l?rest.shift():null,restore=l?rest.shift():null,toWire=rest.splice(0,p),types=b,own=[];
if(!h)for(let i=c?1:2;i<types.length;++i)types[i].I!==null&&own.push([c?i-1:i-2,rest.shift()]);
return function(...args){const destructors=h?[]:null,wired=[],sp=l?save():0;let rv;
try{c&&wired.push(toThis(destructors,this));
for(let i=0;i<p;++i)wired.push(toWire[i](destructors,args[i]));
rv=invoker(fn,...wired)}finally{l&&restore(sp)}
if(h)runDestructors(destructors);else for(const[at,destroy]of own)destroy(wired[at]);
if(m)return fromWire(rv)}})(...d);return Me(a,b)`,
  },
  {
    // _emval_create_invoker: c says what is called, g reads the arguments, b is the type of what comes back.
    from: 'c=(new Function(Object.keys(h),l))(...Object.values(h));',
    to: `c=((kind,isVoid)=>function(handle,methodName,destructorsRef,args){
const callee=kind===3?null:Y(handle),method=kind===1?th(methodName):null,values=g.map((read,i)=>read(args+8*i));
const result=kind===0?callee(...values):kind===2?new callee(...values):kind===1?callee[method](...values):values.at(-1);
if(!isVoid)return rh(e,destructorsRef,result)})(c,b.kb);`,
  },
];
