[(block) (section) (values)] @fold
