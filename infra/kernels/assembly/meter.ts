/** The inner loops of the visual meter, each over one row; addresses and counts of columns come in. */
export { blurAcross, blurDown, blurMomentsDown } from './blur';
export { cones, halve, luma, opsinB, opsinXy } from './colours';
export { edges, structure, texture, variance } from './maps';
