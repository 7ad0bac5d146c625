"""Whole kernels: every instruction, any number of threads, and the errors of the program that a run finds.

    run = ptxisa.launch(text, "saxpy", 4, 256, [1024, 2.0, x, y])

`image` links modules, `code` makes operations of their instructions, `threads` and `schedule` decide which threads run,
`lanes` is a group of them, `address` is memory. `control`, `barriers`, `copies` and `services` are operations beyond
those of `ptxisa.run`. `watch` has what finds errors, and `launch` is the interface.
"""
