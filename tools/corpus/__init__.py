"""PTX modules of real compilers, checked and compared with ptxas."""
