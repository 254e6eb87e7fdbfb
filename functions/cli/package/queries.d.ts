/**
 * What an import with a query gives, where the query ends with the format: `./hero.jpg?w=800&format=avif`, and `format=same` for that
 * of the file. Add "featherpress/queries" to `types` in tsconfig.json.
 */
declare module '*format=same' {
  const address: string;
  export default address;
}
declare module '*format=jpeg' {
  const address: string;
  export default address;
}
declare module '*format=png' {
  const address: string;
  export default address;
}
declare module '*format=webp' {
  const address: string;
  export default address;
}
declare module '*format=avif' {
  const address: string;
  export default address;
}
declare module '*format=auto' {
  const address: string;
  export default address;
}
