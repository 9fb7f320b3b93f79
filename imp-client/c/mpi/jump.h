/* A call of MPI as a jump through the table: registers and stack stay as they are. */
#ifndef IMP_TABLE
#define IMP_TABLE imp_calls
#endif
#if defined(__x86_64__)
.macro JUMP name, number
  .globl \name
  .type \name, @function
\name:
  jmp *(IMP_TABLE + 8 * \number)(%rip)
  .size \name, . - \name
.endm
#elif defined(__aarch64__)
.macro JUMP name, number
  .globl \name
  .type \name, %function
\name:
  adrp x16, IMP_TABLE + 8 * \number
  ldr x16, [x16, #:lo12:(IMP_TABLE + 8 * \number)]
  br x16
  .size \name, . - \name
.endm
#else
#error "Expected x86-64 or aarch64: libimp has no jumps for another processor."
#endif
  .section .note.GNU-stack, "", %progbits
  .text
  .hidden IMP_TABLE
