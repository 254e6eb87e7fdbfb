export default function CompressRoute() {
  return <h1>Compress</h1>;
}
