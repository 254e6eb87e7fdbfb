import { z } from 'zod';

/** Whose secret signs: the id of an account, a digest without a name in it. */
export const signerSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/**
 * Where a client wants to hear of its job; part of the job's record. The addresses may hold secrets: they are never
 * shown and never logged.
 */
export const deliveryTargetsSchema = z.object({
  /** Told when the job has ended. */
  webhook: z.string().optional(),
  /** The result is sent there by PUT. */
  resultUrl: z.string().optional(),
  /** Ids of all jobs of a batch that is told as a whole, too, in the order of its form. */
  batch: z.array(z.string()).optional(),
  /** Missing for clients without an account. */
  signer: signerSchema.optional(),
});
export type DeliveryTargets = z.output<typeof deliveryTargetsSchema>;

/** Which clients without an account may have something delivered; on `this-machine`, see http/this-machine.ts. */
export type AnonymousDeliveries = 'everyone' | 'this-machine' | 'nobody';
