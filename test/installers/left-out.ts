/** Thrown by a target that this machine can't try, with the reason. It counts as a missing tool does. */
export class LeftOut extends Error {}
